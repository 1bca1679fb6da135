import { useEffect, useRef } from 'react';
import { MarkdownRenderer } from '../../ui/content/markdown-renderer.tsx';
import { findQuote } from './find-quote.ts';
import classes from './source.module.css';

const textNodes = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
};

const highlightName = 'cited-chunk';

/**
 * Marks a quote without changing the elements if the browser supports that, otherwise the element in which the quote begins.
 * Returns a function that removes the mark.
 */
const markQuote = (root: HTMLElement, quote: string): (() => void) => {
  const nodes = textNodes(root);
  const found = findQuote(
    nodes.map(({ data }) => data),
    quote,
  );
  const first = found && nodes[found.from.text];
  const last = found && nodes[found.to.text];
  if (!found || !first || !last) return () => undefined;
  const element = first.parentElement;
  element?.scrollIntoView({ block: 'center' });
  if (!('highlights' in CSS)) {
    element?.setAttribute('data-chunk', '');
    return () => element?.removeAttribute('data-chunk');
  }
  const range = new Range();
  range.setStart(first, found.from.offset);
  range.setEnd(last, found.to.offset);
  CSS.highlights.set(highlightName, new Highlight(range));
  return () => CSS.highlights.delete(highlightName);
};

/** Removes the front matter, which is meant for programs and not for readers. */
const body = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '');

/** Displays a Markdown file with its formatting and marks the chunk. */
export const MarkdownSource = ({ text, quote }: { text: string; quote: string }) => {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? markQuote(root.current, quote) : undefined), [text, quote]);
  return (
    <div ref={root} className={classes.markdown}>
      <MarkdownRenderer>{body(text)}</MarkdownRenderer>
    </div>
  );
};
