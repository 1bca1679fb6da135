import type { ComponentProps } from 'react';
import { splitText } from './markdown/split-text.ts';
import { ExternalLink, MarkdownRenderer } from './markdown-renderer.tsx';

const marker = /(\s?)\[(\d{1,3})\](?!\()/g;
/** The beginning of the address that the mark of a source becomes, so that the Markdown renderer hands it back. */
const sourcePrefix = '#source-';

/** Turns the marks of listed sources into links, and removes all others. Those in code and formulas stay as they are. */
const linkSources = (answer: string, sources: ReadonlySet<number>): string =>
  splitText(answer)
    .map(({ kind, source }) =>
      kind === 'text'
        ? source.replace(marker, (_all, space: string, number: string) =>
            sources.has(Number(number)) ? `${space}[${number}](${sourcePrefix}${number})` : '',
          )
        : source,
    )
    .join('');

const SourceLink = (props: ComponentProps<'a'>) =>
  props.href?.startsWith(sourcePrefix) ? <sup>{props.children}</sup> : <ExternalLink {...props} />;

const components = { a: SourceLink };
const noSources: readonly number[] = [];

interface WrittenAnswerProps {
  /** The answer as a model or a person wrote it: Markdown with the marks of its sources. */
  children: string;
  /** The numbers of the sources that are listed beside the answer. */
  sources?: readonly number[];
}

/** An answer where it is read, judged or compared, outside the chat in which it was given. */
export const WrittenAnswer = ({ children, sources = noSources }: WrittenAnswerProps) => (
  <MarkdownRenderer components={components}>{linkSources(children, new Set(sources))}</MarkdownRenderer>
);
