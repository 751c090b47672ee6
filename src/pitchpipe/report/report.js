// Without this script everything can be read; with it, a figure can fill the window, and be zoomed and moved there.
for (const figure of document.querySelectorAll("figure")) {
  const svg = figure.querySelector("svg");
  const whole = svg.getAttribute("viewBox");
  const button = document.createElement("button");
  button.className = "zoom";
  button.textContent = "⤢";
  button.title = "Enlarge; then scroll to zoom, drag to move";
  button.setAttribute("aria-label", "Enlarge this figure");
  figure.append(button);
  const toggle = () => {
    const zoomed = figure.classList.toggle("zoomed");
    button.textContent = zoomed ? "✕" : "⤢";
    svg.setAttribute("viewBox", whole);
  };
  button.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && figure.classList.contains("zoomed")) toggle();
  });
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  svg.addEventListener("wheel", (event) => {
    if (!figure.classList.contains("zoomed")) return;
    event.preventDefault();
    const factor = event.deltaY < 0 ? 0.8 : 1.25;
    const [x, y, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const { x: px, y: py } = at(event);
    svg.setAttribute("viewBox", [px - (px - x) * factor, py - (py - y) * factor, width * factor, height * factor].join(" "));
  }, { passive: false });
  let held = null;
  svg.addEventListener("pointerdown", (event) => {
    if (figure.classList.contains("zoomed")) held = at(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    const here = at(event);
    const [x, y, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("viewBox", [x + held.x - here.x, y + held.y - here.y, width, height].join(" "));
  });
  for (const end of ["pointerup", "pointerleave"]) svg.addEventListener(end, () => { held = null; });
}
