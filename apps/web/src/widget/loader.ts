// The whole of `/widget.js`, which other sites load: a button, and the chat in a frame. It imports nothing, and the build refuses it when it
// exceeds 2 KB. Styles are set by script, because the policy of a site may forbid style elements and attributes.

const page = document;
const script = page.currentScript as HTMLScriptElement;
const { app, color = '#2b5fb0', label = 'Chat', side = 'right' } = script.dataset;
const { origin: home } = new URL(script.src);
const small = '(max-width:30em),(max-height:30em)';

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `button,dialog{position:fixed;inset:auto;${side}:20px;margin:0;border:0;padding:0;box-shadow:0 2px 9px#0006}` +
    `button{bottom:20px;background:${color};width:56px;height:56px;border-radius:50%;cursor:pointer}` +
    `button:after{content:"";forced-color-adjust:none;position:absolute;inset:15px 14px;background:#fff;clip-path:path("M2 2h24v18H12l-6 6v-6H2z")}` +
    `button:focus-visible{outline:3px solid#fff;box-shadow:0 0 0 6px#000}` +
    `dialog{bottom:88px;width:25em;height:min(40em,100dvh - 108px);border-radius:16px;overflow:hidden;color-scheme:light dark}` +
    `.wide{width:min(60em,100vw - 40px)}` +
    `iframe{width:100%;height:100%;border:0}` +
    `@media ${small}{dialog{inset:0;min-width:100%;min-height:100%;border-radius:0}}`,
);

const add = <K extends keyof HTMLElementTagNameMap>(tag: K, parent: Node) =>
  parent.appendChild(page.createElement(tag));

const host = add('div', page.documentElement);
// Inline and important, so that no style sheet of the site outweighs it.
host.style.cssText = 'all:initial!important;position:fixed!important';
const root = host.attachShadow({ mode: 'open' });
root.adoptedStyleSheets = [sheet];
const button = add('button', root);
const panel = add('dialog', root);
button.ariaLabel = panel.ariaLabel = label;

const close = () => panel.close();

/** Tells the page in the frame that it is opened. The first time, it makes the frame. */
let greet = () => {
  const frame = add('iframe', panel);
  greet = () => frame.contentWindow?.postMessage('open', home);
  frame.title = label;
  // Until the page in the frame answers, what is in it may be the sad face of the browser.
  frame.hidden = true;
  frame.sandbox.value =
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
  frame.allow = 'clipboard-write;microphone';
  frame.onload = () => {
    greet();
    setTimeout(() => {
      // The page in the frame answers at once, unless the browser refused to show it here.
      if (!frame.hidden) return;
      panel.style.padding = '9px';
      panel.textContent = `${origin} may not show this chat.`;
      const button = add('input', panel);
      button.type = 'button';
      button.value = 'Close';
      button.focus();
    }, 1000);
  };
  addEventListener('message', ({ data, origin: from, source }: MessageEvent<string>) => {
    if (from !== home || source !== frame.contentWindow) return;
    frame.hidden = false;
    if (data === 'close') close();
    else {
      panel.className = data;
      frame.focus();
    }
  });
  frame.src = `${home}/widget/${app}`;
};

button.onclick = () => {
  if (panel.open) close();
  else {
    // On a phone the panel covers the page, which must then be out of reach for the keyboard and for screen readers.
    if (matchMedia(small).matches) panel.showModal();
    else panel.show();
    button.ariaExpanded = 'true';
    greet();
  }
};
// Only the message above can be clicked: the frame keeps its clicks.
panel.onclick = close;
panel.onclose = () => {
  button.ariaExpanded = 'false';
  button.focus();
};
host.onkeydown = ({ key }) => {
  if (key === 'Escape') close();
};

// In the top layer it is above everything that the site puts in front of its own page.
host.popover = 'manual';
host.showPopover?.();

// Keeps the names above to this file.
export {};
