"use strict";
// An answer stays in this browser until the server says that it is on its disk. It has a key of its own, so that it is kept
// once, however often it is sent.

const facts = JSON.parse(document.getElementById("judge").dataset.facts);
const at = (id) => document.getElementById(id);
const given = new URLSearchParams(location.hash.slice(1));
const me = { name: (given.get("judge") || "").trim(), token: given.get("token") || "" };
addEventListener("hashchange", () => location.reload());

function make(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// What waits to be sent: an entry of the browser's store for each event, so that two windows do not overwrite each other's.
const place = `pitchpipe-judge:${facts.campaign}:${encodeURIComponent(me.name)}:`;
const memory = new Map();
let events = 0;

function hold(event) {
  const name = `${place}${String(Date.now()).padStart(15, "0")}-${String(events++).padStart(6, "0")}`;
  try { localStorage.setItem(name, JSON.stringify(event)); } catch { memory.set(name, JSON.stringify(event)); }
}
function waiting() {
  const stored = Object.keys(localStorage).filter((name) => name.startsWith(place));
  return [...stored, ...memory.keys()].sort();
}
const held = (name) => JSON.parse(localStorage.getItem(name) ?? memory.get(name));
function release(name) { localStorage.removeItem(name); memory.delete(name); }

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

async function ask(path, settings = {}) {
  const headers = { ...settings.headers, ...(me.token && { Authorization: `Bearer ${me.token}` }) };
  const answer = await fetch(path, { ...settings, headers, signal: AbortSignal.timeout(20000) });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(found.error || `the server said ${answer.status}`), { status: answer.status });
  return found;
}

let sending = null, timer = null, pause = 500, trouble = "";

function send() {
  sending = sending || sendAll().finally(() => { sending = null; tell(); });
  return sending;
}

async function sendAll() {
  clearTimeout(timer);
  for (let names = waiting(); names.length; names = waiting()) {
    const event = held(names[0]);
    try {
      const body = JSON.stringify({ judge: me.name, events: [event] });
      const { kept } = await ask("answers", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (!kept || !kept.includes(event.key)) throw new Error("the server did not keep an answer");
      release(names[0]);
      pause = 500;
      trouble = "";
    } catch (error) {
      if (error.status === 400) {  // it would never be taken, and hold up those behind it
        trouble = `refused: ${error.message}`;
        try { localStorage.setItem(`refused-${names[0]}`, JSON.stringify(event)); } catch { /* nothing more can be done */ }
        release(names[0]);
        continue;
      }
      trouble = error.status ? error.message : "no connection";
      timer = setTimeout(() => { pause = Math.min(2 * pause, 10000); send(); }, pause);
      return false;
    }
    tell();
  }
  return true;
}

addEventListener("online", send);

function tell() {
  const count = waiting().length;
  const words = count ? `${count} ${count === 1 ? "answer waits" : "answers wait"} to be sent` : said.size ? "all answers are saved" : "";
  at("saved").textContent = trouble ? `${words ? `${words}: ` : ""}${trouble}` : words;
  at("saved").classList.toggle("waits", count > 0 || trouble !== "");
  const total = items.length;
  at("progress").hidden = !total;
  at("progress").max = total || 1;
  at("progress").value = said.size;
  at("count").textContent = total ? `${said.size} of ${total}${tasks > 1 ? ` · task ${task} of ${tasks}` : ""}` : "";
}

// The task of this judge.
let items = [], said = new Map(), task = 0, tasks = 0, shown = null;

async function load() {
  if (waiting().length) await send();
  let work;
  try {
    work = await ask(`work?judge=${encodeURIComponent(me.name)}`);
  } catch (error) {
    trouble = error.status ? error.message : "no connection";
    message(error.status ? "The server does not take this link." : "The server does not answer; trying again.", error.message);
    if (!error.status) setTimeout(load, 2000);
    return tell();
  }
  trouble = "";
  ({ items, task, tasks } = work);
  said = new Map(work.done.map((one) => [one.item, one]));
  for (const event of waiting().map(held)) note(event);
  next();
}

function note(event) {
  said.delete(event.item);
  if (event.kind !== "undo") said.set(event.item, event);
}

function next() {
  const open = items.find((one) => !said.has(one.id));
  if (open) show(open);
  else if (items.length) finished();
  else message("Thank you!", "There is nothing left for you to judge.");
  tell();
}

function finished() {
  message(`Task ${task} is done.`, "Thank you! Take a rest, or go on.");
  const on = make("button", { class: "main", onclick: load }, "Go on", make("kbd", {}, "Enter"));
  at("item").append(make("div", { class: "choices" }, on, undoButton()));
  keys = { Enter: load, u: undo };
  on.focus();
}

function message(title, text) {
  shown = null;
  keys = {};
  at("ask").hidden = true;
  at("item").replaceChildren(make("h2", {}, title), make("p", {}, text));
}

// How long an item was looked at: the clock stands still while the page is hidden.
let since = 0, looked = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) looked += performance.now() - since;
  since = performance.now();
});
const seconds = () => Math.round(looked + (document.hidden ? 0 : performance.now() - since)) / 1000;

function act(kind, item, value = null, comment = "") {
  const event = { key: newKey(), item, kind, value, comment, seconds: seconds() };
  hold(event);
  note(event);
  send();
}

const comment = () => at("comment")?.value.trim() ?? "";
function answer(value) { if (shown) { act("answer", shown.id, value, comment()); next(); } }
function skip() { if (shown) { act("skip", shown.id, null, comment()); next(); } }
function undo() {
  const last = [...said.keys()].pop();
  if (!last) return;
  const before = said.get(last);
  act("undo", last);
  show(items.find((one) => one.id === last), before);
  tell();
}
const undoButton = () => make("button", { onclick: undo, disabled: !said.size }, "Undo", make("kbd", {}, "U"));

// Whether a field has no use for a key of its own.
function isFree(field, key) {
  if (field.matches("[type=radio]")) return !key.startsWith("Arrow");
  return field.matches("input") && (key === "Enter" || (!field.matches("[type=text]") && /^[a-z]$/i.test(key)));
}

let keys = {};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const field = event.target.closest("textarea, select, input");
  if (event.key === "Escape" && field) return field.blur();
  if (field && !isFree(field, event.key)) return;
  if (event.key === "Enter" && event.target.closest("button, summary")) return;
  const does = keys[event.key] || keys[event.key.toLowerCase()];
  if (does) { event.preventDefault(); does(); }
});

const text = (pieces) => make("p", { class: "text", lang: facts.language }, ...pieces.map(([words, mark]) => (mark ? make("b", {}, words) : words)));
const plain = (pieces) => pieces.map(([words]) => words).join("");
const aside = (name, words, lang) => make("div", { class: "seen" }, make("h2", {}, name), make("p", { class: "text", lang }, words));

function show(item, before = {}) {
  shown = item;
  since = performance.now();
  looked = 0;
  at("ask").hidden = false;
  const seen = [];
  if (item.source !== null) seen.push(aside("Source", item.source, ""));
  if (item.reference !== null) seen.push(aside("Reference", item.reference, facts.language));
  keys = { u: undo, s: skip, c: () => { at("more").open = true; at("comment").focus(); } };
  const parts = protocols[facts.protocol](item, before.value || {});
  at("item").replaceChildren(
    ...seen,
    ...parts,
    make("div", { class: "others" },
      undoButton(),
      make("button", { onclick: skip }, "Skip", make("kbd", {}, "S")),
      make("details", { id: "more", open: Boolean(before.comment) },
        make("summary", {}, "Comment", make("kbd", {}, "C")),
        make("textarea", { id: "comment", rows: "2", maxlength: "10000", "aria-label": "Comment on this item", value: before.comment || "" }))),
  );
  at("comment").value = before.comment || "";
  (at("item").querySelector("[data-first]") || at("item")).focus({ preventScroll: true });
  scrollTo(0, 0);
}

function choice(words, key, chosen, does) {
  for (const one of key) keys[one] = does;
  return make("button", { class: "main", "aria-pressed": String(chosen), onclick: does }, words, make("kbd", {}, key[0].toUpperCase()));
}

const protocols = {
  pairwise(item, { ranks = [] }) {
    const sides = item.texts.map((pieces, index) => make("article", {}, make("h2", {}, `Translation ${index + 1}`), text(pieces)));
    const say = (...value) => () => answer({ ranks: value });
    const was = (...value) => String(value) === String(ranks);
    const middle = facts.ties ? [choice("Equal", ["0", "=", "ArrowDown"], was(1, 1), say(1, 1))] : [];
    return [make("div", { class: "sides" }, ...sides), make("div", { class: "choices", role: "group", "aria-label": "Your answer" },
      choice("1 is better", ["1", "ArrowLeft"], was(1, 2), say(1, 2)), ...middle, choice("2 is better", ["2", "ArrowRight"], was(2, 1), say(2, 1)))];
  },

  rank(item, { ranks = [] }) {
    const chosen = item.texts.map((_, index) => ranks[index] || 0);
    let current = 0;
    const done = make("button", { class: "main", onclick: () => finish() }, "Done", make("kbd", {}, "Enter"));
    const sides = item.texts.map((pieces, index) => {
      const radios = item.texts.map((_, rank) => make("label", {},
        make("input", { type: "radio", name: `rank-${index}`, checked: chosen[index] === rank + 1, onchange: () => set(index, rank + 1) }), String(rank + 1)));
      return make("article", {}, make("h2", {}, `Translation ${index + 1}`), text(pieces), make("fieldset", {}, make("legend", {}, "Rank"), ...radios));
    });
    const isReady = () => chosen.every(Boolean) && (facts.ties || new Set(chosen).size === chosen.length);
    const finish = () => { if (isReady()) answer({ ranks: chosen }); };
    const mark = () => { done.disabled = !isReady(); sides.forEach((side, index) => side.classList.toggle("current", index === current)); };
    const set = (index, rank) => {
      chosen[index] = rank;
      sides[index].querySelectorAll("input")[rank - 1].checked = true;
      current = Math.min(index + 1, sides.length - 1);
      mark();
    };
    item.texts.forEach((_, rank) => { keys[rank + 1] = () => set(current, rank + 1); });
    keys.ArrowDown = () => { current = Math.min(current + 1, sides.length - 1); mark(); };
    keys.ArrowUp = () => { current = Math.max(current - 1, 0); mark(); };
    keys.Enter = finish;
    mark();
    return [make("div", { class: "stack" }, ...sides), make("div", { class: "choices" }, done)];
  },

  direct(item, { score }) {
    const number = make("input", { type: "number", min: "0", max: "100", step: "1", inputmode: "numeric", "aria-label": "Score from 0 to 100", "data-first": "" });
    const slider = make("input", { type: "range", min: "0", max: "100", "aria-label": "Score from 0 to 100" });
    if (score !== undefined) number.value = slider.value = score;
    const done = make("button", { class: "main", onclick: () => finish() }, "Done", make("kbd", {}, "Enter"));
    const isReady = () => number.value !== "" && number.checkValidity();
    const finish = () => { if (isReady()) answer({ score: Number(number.value) }); };
    const mark = () => { done.disabled = !isReady(); slider.classList.toggle("unset", number.value === ""); };
    number.addEventListener("input", () => { if (isReady()) slider.value = number.value; mark(); });
    slider.addEventListener("input", () => { number.value = slider.value; mark(); });
    keys.Enter = finish;
    mark();
    return [make("article", {}, make("h2", {}, "Translation"), text(item.texts[0])),
      make("div", { class: "scale" }, make("span", {}, "0"), slider, make("span", {}, "100"), number), make("div", { class: "choices" }, done)];
  },

  mqm(item, { spans = [] }) {
    const words = plain(item.texts[0]);
    const cut = [...new Intl.Segmenter(facts.language || undefined, { granularity: "word" }).segment(words)];
    const place = (units) => [...words.slice(0, units)].length;  // characters, and not JavaScript's units
    const found = spans.map((one) => ({ ...one }));
    let from = null, to = null;
    const line = make("p", { class: "text words", lang: facts.language, "aria-label": "Translation; choose the first and the last word of an error" });
    const pieces = cut.map((one, index) => (one.segment.trim() ? make("button", { class: "word", onclick: () => choose(index) }, one.segment) : one.segment));
    line.append(...pieces);
    const list = make("ul", { class: "spans" });
    const category = make("select", { "aria-label": "Kind of error" }, ...facts.categories.map((one) => make("option", {}, one)));
    const done = make("button", { class: "main", onclick: () => finish() });
    const finish = () => answer({ spans: found });
    const ends = (index) => [place(cut[index].index), place(cut[index].index + cut[index].segment.length)];
    const choose = (index) => {
      if (from === null || to !== null) { from = index; to = null; } else { [from, to] = [Math.min(from, index), Math.max(from, index)]; }
      mark();
    };
    const add = (severity) => () => {
      if (from === null) return;
      found.push({ start: ends(from)[0], end: ends(to ?? from)[1], severity, category: category.value });
      from = to = null;
      mark();
    };
    const letters = { minor: "n", major: "m" };
    const buttons = facts.severities.map((one) => {
      keys[letters[one]] = add(one);
      return make("button", { onclick: add(one) }, one, make("kbd", {}, letters[one].toUpperCase()));
    });
    const mark = () => {
      pieces.forEach((piece, index) => {
        if (typeof piece === "string") return;
        const [start, end] = ends(index);
        const covering = found.filter((one) => one.start < end && start < one.end).map((one) => one.severity);
        const chosen = from !== null && index >= from && index <= (to ?? from);
        piece.className = `word ${covering.includes("major") ? "major" : covering.length ? "minor" : ""}`;
        piece.setAttribute("aria-pressed", String(chosen));
      });
      for (const one of buttons) one.disabled = from === null;
      list.replaceChildren(...found.map((one, index) => make("li", {},
        make("span", { class: one.severity }, [...words].slice(one.start, one.end).join("")), ` ${one.severity}, ${one.category} `,
        make("button", { onclick: () => { found.splice(index, 1); mark(); } }, "Remove"))));
      done.replaceChildren(found.length ? `Done: ${found.length} ${found.length === 1 ? "error" : "errors"}` : "Done: no errors", make("kbd", {}, "D"));
    };
    keys.d = finish;
    mark();
    return [make("article", {}, make("h2", {}, "Translation"), line), make("div", { class: "choices small" }, category, ...buttons), list, make("div", { class: "choices" }, done)];
  },
};

function askName() {
  message("Who are you?", "Your answers are kept under this name.");
  const field = make("input", { type: "text", maxlength: "60", "aria-label": "Your name", autocomplete: "off" });
  const go = () => { if (field.value.trim()) location.hash = `judge=${encodeURIComponent(field.value.trim())}`; };
  at("item").append(make("div", { class: "choices" }, field, make("button", { class: "main", onclick: go }, "Begin", make("kbd", {}, "Enter"))));
  keys = { Enter: go };
  field.focus();
}

at("who").textContent = me.name;
if (me.name) load();
else if (facts.open) askName();
else message("This page needs your own link.", "Ask the one who invited you for it.");
tell();
