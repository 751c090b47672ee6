"use strict";
const at = (id) => document.getElementById(id);
const token = new URLSearchParams(location.hash.slice(1)).get("token");
const NBEST = 5;
let latest = 0, whole = "";

function make(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

async function translate() {
  const number = ++latest;
  const text = at("text").value;
  at("state").textContent = "translating …";
  try {
    const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    const answer = await fetch("translate", { method: "POST", headers, body: JSON.stringify({ text, nbest: NBEST }) });
    const found = await answer.json().catch(() => ({ error: `the server said ${answer.status}` }));
    if (number !== latest) return;
    if (!answer.ok) throw new Error(found.error);
    show(found);
    at("state").textContent = "";
  } catch (error) {
    if (number === latest) at("state").textContent = error instanceof TypeError ? "no connection" : error.message;
  }
}

function show({ text, lines }) {
  whole = text;
  at("copy").disabled = false;
  at("more").hidden = true;
  at("found").replaceChildren(...lines.map((line) => make("p", {}, ...line.flatMap((one) => (one.text
    ? [make("button", { class: "sentence", title: "Show alternatives", onclick: () => explain(one) }, one.text), " "] : [])))));
}

// Words of both sides in the colours of their phrases.
function words(tokens, phrases, side) {
  const colour = (place) => phrases.findIndex((one) => one[2 * side] <= place && place < one[2 * side + 1]);
  return tokens.flatMap((word, place) => {
    const phrase = colour(place);
    return [phrase < 0 ? word : make("span", { class: `phrase c${phrase % 8}`, "data-phrase": phrase }, word), " "];
  });
}

function explain(one) {
  const rows = one.alternatives.map((other, index) => make("li", {},
    make("p", {}, make("b", {}, other.text), ` ${other.score.toFixed(2)}`),
    make("details", index ? {} : { open: "" }, make("summary", {}, "Phrases and features"),
      make("p", { class: "tokens" }, ...words(one.tokens, other.phrases, 0)),
      make("p", { class: "tokens" }, ...words(other.tokens, other.phrases, 1)),
      make("p", { class: "note" }, Object.entries(other.features).map(([name, value]) => `${name} ${Number(value.toFixed(3))}`).join(" · ")))));
  at("more").replaceChildren(make("h2", {}, one.source), make("ol", {}, ...rows));
  at("more").hidden = false;
  at("more").focus();
}

// The phrase under the pointer stands out on both sides.
at("more").addEventListener("pointerover", ({ target }) => {
  const phrase = target.closest("[data-phrase]");
  for (const other of at("more").querySelectorAll(".lit")) other.classList.remove("lit");
  if (phrase) for (const other of phrase.closest("details").querySelectorAll(`[data-phrase="${phrase.dataset.phrase}"]`)) other.classList.add("lit");
});

at("go").addEventListener("click", translate);
at("copy").addEventListener("click", () => navigator.clipboard?.writeText(whole).then(() => { at("state").textContent = "copied"; }));
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); translate(); }
});
