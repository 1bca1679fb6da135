import { expect, type Page } from '@playwright/test';

/** Elements that run a script, load a page or change where addresses lead; the pages of the product have none of them. */
const running = [
  'script:not([src])',
  'iframe[srcdoc]',
  'object',
  'embed',
  'base',
  'meta[http-equiv]',
  'link[href^="data:"]',
  '[href^="javascript:" i]',
  '[src^="javascript:" i]',
  'form[action]',
  '[formaction]',
].join();

/** Runs in the browser, so it is a text. It notices calls of functions that hostile texts like, and everything that could run. */
const notice = `
for (const name of ['alert', 'confirm', 'prompt', 'print'])
  window[name] = (...given) => void window.noticed(name + '(' + given.join() + ')');
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  // The library for forms asks the browser whether it may compile functions, and goes on without.
  const isAsked = blockedURI === 'eval' && /\\/assets\\/[\\w-]+\\.js$/.test(sourceFile);
  if (!isAsked) window.noticed('violation of ' + violatedDirective + ' by ' + blockedURI + ' in ' + sourceFile);
});
const look = (element) => {
  if (element.matches(${JSON.stringify(running)})) window.noticed(element.outerHTML.slice(0, 300));
  for (const { name } of element.attributes)
    if (name.startsWith('on')) window.noticed(element.outerHTML.slice(0, 300));
};
new MutationObserver((records) => {
  for (const { target, addedNodes } of records) {
    if (target.nodeType === 1) look(target);
    for (const node of addedNodes)
      if (node.nodeType === 1) [node, ...node.querySelectorAll('*')].forEach(look);
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
`;

export interface ScriptWatch {
  readonly found: readonly string[];
  /** Expects that pages were loaded, and that nothing was found in them. */
  expectNothing(): void;
}

/** Watches a page and its frames, over all navigations, for scripts, dialogs, windows and requests that do not belong to these origins. */
export const watchForScripts = async (page: Page, origins: readonly string[]): Promise<ScriptWatch> => {
  const found: string[] = [];
  let requests = 0;
  page.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    requests += 1;
    const url = request.url();
    const isInline = /^(?:data|blob|about):/.test(url);
    if (!isInline && !origins.includes(new URL(url).origin)) found.push(`request ${url}`);
  });
  page.on('popup', (popup) => void found.push(`window ${popup.url()}`));
  await page.exposeBinding('noticed', (_source, what: string) => void found.push(what));
  await page.addInitScript(notice);
  return {
    found,
    expectNothing() {
      expect([...new Set(found)]).toEqual([]);
      expect(requests).toBeGreaterThan(0);
    },
  };
};
