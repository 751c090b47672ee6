// Without this script everything can be read; with it, the way to a hypothesis is marked while the pointer or the focus is on it.
const hypotheses = new Map();
for (const one of document.querySelectorAll(".hypothesis")) hypotheses.set(one.dataset.number, one);
const mark = (one) => {
  for (const other of hypotheses.values()) other.classList.remove("on-path");
  for (let at = one; at; at = hypotheses.get(at.dataset.start)) at.classList.add("on-path");
};
for (const one of hypotheses.values()) {
  one.addEventListener("pointerenter", () => mark(one));
  one.addEventListener("focusin", () => mark(one));
  one.addEventListener("pointerleave", () => mark(null));
}
