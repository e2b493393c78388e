// The list of channels beside the viewer's name: what the page was told last, and how it asks for another channel.
"use strict";
{
  const ask = window.fetch.bind(window);
  const rest = { headers: {}, rooms: null, wanted: null };
  const picker = document.createElement("select");
  const holder = document.createElement("label");
  const news = document.createElement("button");
  const calendar = document.createElement("div");
  const people = document.createElement("select");
  const menu = document.createElement("div");
  const PICTURES = ".channel-message .gallery-image";
  const WAIT_MS = 100, WAITS = 30;

  window.fetch = async (path, options = {}) => {
    const answer = await ask(path, options);
    if (String(path).startsWith("/api/")) {
      const context = options.headers?.["X-Simcord-Context"];
      if (context) rest.headers = { ...options.headers };
      if (path === "/api/state" || path === "/api/pages") answer.clone().json().then((told) => show(told.rooms), () => {});
    }
    return answer;
  };

  function show(rooms) {
    if (!rooms || JSON.stringify(rooms) === JSON.stringify(rest.rooms)) return;
    rest.rooms = rooms;
    document.querySelector(".viewer-control").after(holder);
    document.querySelector(".channel-header").append(news);
    document.querySelector(".channel-header").append(people);
    holder.firstChild.data = `${rooms.label} `;
    document.querySelector(".channel-header").after(calendar);
    calendar.hidden = !rooms.calendar.length;
    calendar.replaceChildren(...rooms.calendar.map(entered));
    picker.setAttribute("aria-label", rooms.label);
    people.hidden = !rooms.menus.member.length;
    people.setAttribute("aria-label", rooms.menu);
    people.replaceChildren(new Option(rooms.menu, ""), ...rooms.members.map(({ id, name }) => {
      const group = document.createElement("optgroup");
      group.label = name;
      group.append(...rooms.menus.member.map((line) => new Option(`${name}: ${line}`, `${id} ${line}`)));
      return group;
    }));
    const open = document.activeElement === picker;
    if (!open || rest.wanted === null) draw(rooms);
    const fresh = rooms.groups.flatMap(([, lines]) => lines).filter((line) => line.new && line.id !== rooms.here);
    news.hidden = !fresh.length;
    if (fresh.length) {
      const newest = fresh.reduce((one, other) => (BigInt(one.id) > BigInt(other.id) ? one : other));
      news.textContent = `● ${newest.name}`;
      news.onclick = () => go(newest.id);
    }
  }

  function entered({ name, at }) {
    const line = document.createElement("div");
    const when = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
    line.textContent = `📅 ${name} · ${when}`;
    Object.assign(line.style, { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
    return line;
  }

  function draw(rooms) {
    picker.replaceChildren(...rooms.groups.map(([name, lines]) => {
      const group = document.createElement("optgroup");
      group.label = name;
      for (const line of lines) group.append(new Option(`${line.new && line.id !== rooms.here ? "● " : ""}${line.name}`, line.id));
      return group;
    }));
    picker.value = rooms.here;
  }

  async function act(body, current) {
    for (let tries = 0; tries < 100 && current(); tries += 1) {
      const headers = { ...rest.headers, "Content-Type": "application/json" };
      const answer = await ask("/api/action", { method: "POST", headers, body: JSON.stringify(body), cache: "no-store" });
      if (!answer.ok || (await answer.json()).shown) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async function go(channel) {
    rest.wanted = channel;
    await act({ kind: "show_channel", channel_id: channel }, () => rest.wanted === channel);
    rest.wanted = null;
  }

  // What the bot puts on messages: a right click or a long press opens it, as on Discord.
  document.addEventListener("contextmenu", (event) => {
    const message = event.target.closest?.(".channel-message")?.dataset.messageId;
    const lines = rest.rooms?.menus.message ?? [];
    if (!message || !lines.length) return;
    event.preventDefault();
    menu.replaceChildren(...lines.map((line) => {
      const choice = document.createElement("button");
      choice.type = "button";
      choice.className = "toolbar-button";
      choice.setAttribute("role", "menuitem");
      choice.textContent = line;
      choice.onclick = () => act({ kind: "menu", name: line, target_id: message }, () => true);
      return choice;
    }));
    Object.assign(menu.style, { left: `${Math.min(event.clientX, innerWidth - 180)}px`, top: `${Math.min(event.clientY, innerHeight - 90)}px` });
    document.body.append(menu);
    menu.firstChild.focus();
  });
  document.addEventListener("click", () => menu.remove());
  document.addEventListener("keydown", (event) => event.key === "Escape" && menu.remove());

  function known(channel) {
    return rest.rooms?.groups.some(([, lines]) => lines.some((line) => line.id === channel));
  }

  // The simulator closes a list that leaves the window, redraws all messages when one opens, and has no room for a picture
  // until it has arrived, but for all of its description. So a list opens once the pictures are there, and they keep their room.
  const room = new CSSStyleSheet();
  let waiting = 0;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];
  document.addEventListener("click", (event) => {
    const list = event.target.closest?.(".select-trigger")?.closest(".preview-select");
    if (!list) return;
    const pictures = [...document.querySelectorAll(PICTURES)];
    const there = pictures.filter((image) => image.naturalWidth);
    const again = event.isTrusted && waiting > 0;
    if (!again && (there.length === pictures.length || waiting > WAITS)) {
      waiting = 0;
      room.replaceSync(there.map((image) => {
        const ratio = `aspect-ratio: ${image.naturalWidth} / ${image.naturalHeight}`;
        return `.gallery-image[alt="${CSS.escape(image.alt)}"] { ${ratio}; min-height: 0; overflow: hidden; }`;
      }).join("\n"));
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (again) return;
    waiting += 1;
    const key = CSS.escape(list.dataset.controlKey);
    setTimeout(() => {
      const opener = document.querySelector(`.preview-select[data-control-key="${key}"] .select-trigger`);
      if (!opener) waiting = 0;
      opener?.scrollIntoView({ block: "nearest" });
      opener?.click();
    }, WAIT_MS);
  }, true);

  // A link to a message, and a channel's name in a sentence, lead to the channel as they do on Discord.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href*='discord.com/channels/']");
    const named = event.target.closest?.(".mention");
    const label = named?.textContent.replace(/^#/, "").trim();
    const lines = rest.rooms?.groups.flatMap(([, all]) => all) ?? [];
    const channel = link?.href.split("/channels/")[1].split("/")[1]
      ?? lines.find((line) => label && line.name.replace(/^# /, "") === label)?.id;
    if (!channel || !known(channel)) return;
    event.preventDefault();
    go(channel);
  }, true);

  calendar.id = "server-calendar";
  Object.assign(calendar.style, { padding: "4px 16px", fontSize: "0.85em" });
  holder.className = "viewer-control";
  holder.append(document.createTextNode(""), picker);
  picker.id = "channel-picker";
  picker.addEventListener("change", () => go(picker.value));
  menu.id = "message-menu";
  menu.setAttribute("role", "menu");
  Object.assign(menu.style, { position: "fixed", zIndex: 50, display: "grid", gap: "4px", padding: "6px", background: "#2b2d31", borderRadius: "6px" });
  people.id = "member-menus";
  people.style.maxWidth = "40%";
  people.addEventListener("change", () => {
    const [target, ...line] = people.value.split(" ");
    people.value = "";
    if (target) act({ kind: "menu", name: line.join(" "), target_id: target }, () => true);
  });
  news.id = "channel-news";
  news.type = "button";
  news.className = "toolbar-button";
  Object.assign(news.style, { maxWidth: "60%", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
  news.hidden = true;
}
