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

async function ask(path, body) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Error("no connection");
  }
  const found = await answer.json().catch(() => ({ error: `the server said ${answer.status}` }));
  if (!answer.ok) throw new Error(found.error);
  return found;
}

function terms() {
  return at("terms").value.split("\n").map((line) => line.split("=").map((part) => part.trim()))
    .filter((parts) => parts.length === 2 && parts.every(Boolean));
}

async function translate(done = "") {
  const number = ++latest;
  at("state").textContent = "translating …";
  try {
    const found = await ask("translate", { text: at("text").value, nbest: NBEST, terms: terms() });
    if (number !== latest) return;
    show(found);
    at("state").textContent = done;
  } catch (error) {
    if (number === latest) at("state").textContent = error.message;
  }
}

// Words that the model does not know stand in the translation as they came.
function marked(one) {
  const unknown = new Set((one.unknown ?? []).map((place) => one.tokens[place]));
  return one.text.split(/(\s+|(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}\s]))/u).map((word) => (unknown.has(word)
    ? make("span", { class: "unknown", title: "the model does not know this word" }, word) : word));
}

function show({ text, lines, weights }) {
  whole = text;
  at("copy").disabled = false;
  at("more").hidden = true;
  at("found").replaceChildren(...lines.map((line) => make("p", {}, ...line.flatMap((one) => (one.text
    ? [make("button", { class: "sentence", title: "Show alternatives", onclick: () => explain(one, weights) }, ...marked(one)), " "] : [])))));
}

// Words of both sides in the colours of their phrases, and the places of the words that each is aligned with.
function words(tokens, { phrases, alignment }, side, unknown = []) {
  const colour = (place) => phrases.findIndex((one) => one[2 * side] <= place && place < one[2 * side + 1]);
  return tokens.flatMap((word, place) => {
    const phrase = colour(place);
    const shown = unknown.includes(place) ? make("span", { class: "unknown", title: "the model does not know this word" }, word) : word;
    return [phrase < 0 ? shown : make("span", { class: `phrase c${phrase % 8}`, "data-phrase": phrase, "data-side": side, "data-place": place,
      "data-with": alignment.filter((link) => link[side] === place).map((link) => link[1 - side]).join(" ") }, shown), " "];
  });
}

// What each feature adds to the score, and by how much the first translation is ahead in it: the largest differences first.
function features(other, first, weights) {
  const names = [...new Set([...Object.keys(other.features), ...Object.keys(first.features)])].filter((name) => name in weights);
  const adds = (one, name) => (one.features[name] ?? 0) * weights[name];
  const same = other === first;
  const size = (name) => Math.abs(adds(other, name) - (same ? 0 : adds(first, name)));
  const rows = names.filter((name) => size(name) > 5e-4).sort((one, two) => size(two) - size(one)).slice(0, 8);
  const cell = (value) => make("td", { class: "number" }, value.toFixed(3));
  if (!rows.length) return make("p", { class: "note" }, same ? "no features" : "the same score as the first");
  return make("table", {},
    make("caption", {}, same ? "What decided: features by what they add to the score" : "What decided: features by how far the first is ahead"),
    make("thead", {}, make("tr", {}, ...["feature", "adds", ...(same ? [] : ["first ahead by"])].map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...rows.map((name) => make("tr", {}, make("th", { scope: "row" }, name), cell(adds(other, name)),
      ...(same ? [] : [cell(adds(first, name) - adds(other, name))])))));
}

function explain(one, weights) {
  const rows = one.alternatives.map((other, index) => make("li", {},
    make("p", {}, make("b", {}, other.text), ` ${other.score.toFixed(2)}`),
    make("details", index ? {} : { open: "" }, make("summary", {}, "Phrases and features"),
      make("p", { class: "tokens" }, ...words(one.tokens, other, 0, one.unknown)),
      make("p", { class: "tokens" }, ...words(other.tokens, other, 1)),
      features(other, one.alternatives[0], weights))));
  at("more").replaceChildren(make("h2", {}, one.source), editor(one), make("ol", {}, ...rows));
  at("more").hidden = false;
  at("more").focus();
}

// A translation as the user types it, with what may follow.
function editor(one) {
  const { corrects, learns } = at("more").dataset;
  let asked = 0, timer;
  const text = make("textarea", { id: "own", rows: 2, "aria-describedby": "rest" });
  const rest = make("p", { id: "rest", class: "note", role: "status" });
  const said = make("span", { role: "status" });
  const next = make("button", { disabled: "", onclick: take }, "Next word", make("kbd", {}, "Alt →"));
  let ahead = "";

  async function suggest() {
    const number = ++asked;
    try {
      const { suggestions: [best] } = await ask("suggest", { source: one.source, typed: text.value, nbest: 1, terms: terms() });
      if (number !== asked) return;
      ahead = best?.rest ?? "";
      rest.replaceChildren(...(ahead ? ["goes on: ", make("b", {}, ahead)] : []), ...(best && !best.known ? [" (the model would not begin so)"] : []));
      next.disabled = !ahead.trim();
    } catch (error) {
      if (number === asked) rest.textContent = error.message;
    }
  }

  function take() {
    const word = ahead.match(/^\s*\S+/)?.[0];
    if (!word) return;
    text.value += `${word} `.replace(/^\s+/, /\s$/.test(text.value) ? "" : " ");
    text.focus();
    suggest();
  }

  async function send(path, body, done) {
    said.textContent = "…";
    try {
      const { learned } = await ask(path, body);
      said.textContent = learns === undefined ? done : "";
      if (learns === undefined) return;
      at("text").focus();
      translate(`${done}: ${learned} learned`);
    } catch (error) {
      said.textContent = error.message;
    }
  }

  text.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(suggest, 150); });
  text.addEventListener("keydown", (event) => {
    if (event.altKey && event.key === "ArrowRight") { event.preventDefault(); take(); }
  });
  suggest();
  return make("div", { class: "own" }, make("label", { for: "own" }, "Your translation"), text, rest,
    make("div", { class: "choices" }, next, make("button", { onclick: () => { text.value = one.text; text.focus(); suggest(); } }, "Start from this one"),
      ...(corrects === undefined ? [] : [make("button", { id: "correct", onclick: () => send("correct", { source: one.source, target: text.value }, "kept") }, "Keep")]),
      ...(learns === undefined ? [] : [make("button", { id: "undo", onclick: () => send("undo", {}, "taken back") }, "Take back the last")]), said));
}

// The phrase under the pointer stands out on both sides, and more so the word and those that it is aligned with.
at("more").addEventListener("pointerover", ({ target }) => {
  const word = target.closest("[data-phrase]");
  for (const other of at("more").querySelectorAll(".lit")) other.classList.remove("lit", "linked");
  if (!word) return;
  const { phrase, side, place } = word.dataset;
  const places = new Set(word.dataset.with.split(" "));
  for (const other of word.closest("details").querySelectorAll(`[data-phrase="${phrase}"]`)) {
    other.classList.add("lit");
    other.classList.toggle("linked", other.dataset.side === side ? other.dataset.place === place : places.has(other.dataset.place));
  }
});

try {
  at("terms").value = localStorage.getItem("terms") ?? "";
  at("terms").addEventListener("input", () => localStorage.setItem("terms", at("terms").value));
} catch { /* a browser that remembers nothing */ }

at("go").addEventListener("click", () => translate());
at("copy").addEventListener("click", () => navigator.clipboard?.writeText(whole).then(() => { at("state").textContent = "copied"; }));
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); translate(); }
});
