// The whole of `/widget.js`, which other sites load: a button, and the chat in a frame. It imports nothing, and the build refuses it when it
// exceeds 2 KB. Styles are set by script, because the policy of a site may forbid style elements and attributes.

const script = document.currentScript as HTMLScriptElement;
const { app, color = '#2b5fb0', label = 'Chat', side = 'right' } = script.dataset;
const { origin } = new URL(script.src);
const small = '(max-width:480px),(max-height:480px)';

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `button,dialog{position:fixed;inset:auto;${side}:20px;margin:0;border:0;padding:0;box-shadow:0 2px 9px#0006}` +
    `button{bottom:20px;background:${color};width:56px;height:56px;border-radius:50%;cursor:pointer}` +
    `button:after{content:"";forced-color-adjust:none;position:absolute;inset:15px 14px;background:#fff;clip-path:path("M2 2h24v18H12l-6 6v-6H2z")}` +
    `button:focus-visible{outline:3px solid#fff;box-shadow:0 0 0 6px#000}` +
    `dialog{bottom:88px;width:400px;height:min(640px,100dvh - 108px);border-radius:16px;overflow:hidden;color-scheme:light dark}` +
    `.wide{width:min(960px,100vw - 40px)}` +
    `iframe{width:100%;height:100%;border:0}` +
    // Until the page in the frame answers, what is in it may be the sad face of the browser.
    `:not([class])>iframe{visibility:hidden}` +
    `@media ${small}{dialog{inset:0;min-width:100%;min-height:100%;border-radius:0}}`,
);

const add = <K extends keyof HTMLElementTagNameMap>(tag: K, parent: Node) =>
  parent.appendChild(document.createElement(tag));

const host = add('div', document.documentElement);
// Inline and important, so that no style sheet of the site outweighs it.
host.style.cssText = 'all:initial!important;position:fixed!important';
const root = host.attachShadow({ mode: 'open' });
root.adoptedStyleSheets = [sheet];
const button = add('button', root);
const panel = add('dialog', root);
button.ariaLabel = panel.ariaLabel = label;

let frame: HTMLIFrameElement | undefined;
const greet = () => frame?.contentWindow?.postMessage('open', origin);

const load = () => {
  frame = add('iframe', panel);
  frame.title = label;
  frame.sandbox.value =
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
  frame.allow = 'clipboard-write;microphone';
  frame.onload = () => {
    greet();
    setTimeout(() => {
      // The page in the frame answers at once, unless the browser refused to show it here.
      if (panel.className) return;
      panel.style.padding = '9px';
      panel.textContent = `${location.origin} may not show this chat. Its owner can allow it. `;
      const close = add('input', panel);
      close.type = 'button';
      close.value = 'Close';
      close.focus();
    }, 1000);
  };
  frame.src = `${origin}/widget/${app}`;
};

button.onclick = () => {
  if (panel.open) return panel.close();
  // On a phone the panel covers the page, which must then be out of reach for the keyboard and for screen readers.
  if (matchMedia(small).matches) panel.showModal();
  else panel.show();
  button.ariaExpanded = 'true';
  if (frame) greet();
  else load();
};
// Only the message above can be clicked: the frame keeps its clicks.
panel.onclick = () => panel.close();
panel.onclose = () => {
  button.ariaExpanded = 'false';
  button.focus();
};
host.onkeydown = ({ key }) => {
  if (key === 'Escape') panel.close();
};
addEventListener('message', ({ data, origin: from, source }: MessageEvent<string>) => {
  if (from !== origin || source !== frame?.contentWindow) return;
  if (data === 'close') panel.close();
  else panel.className = data;
  if (data === 'ready') frame?.focus();
});

// In the top layer it is above everything that the site puts in front of its own page.
host.popover = 'manual';
host.showPopover?.();

// Keeps the names above to this file.
export {};
