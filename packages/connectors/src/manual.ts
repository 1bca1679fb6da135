import { z } from 'zod';
import { markdownItem } from './api/records.ts';
import { parseSettings } from './api/request.ts';
import type { Connector, ConnectorInput, ConnectorIo, ReadEnd, SourceEvent } from './connector.ts';

const Settings = z.object({ title: z.string(), text: z.string() });

/** Adds the title above the text, unless the text begins with a heading of its own. */
const withHeading = (title: string, text: string): string =>
  /^\s*#\s/.test(text) ? `${text}\n` : `# ${title}\n\n${text}\n`;

async function* read(_io: ConnectorIo, input: ConnectorInput): AsyncGenerator<SourceEvent, ReadEnd> {
  const { title, text } = parseSettings(Settings, input.settings);
  yield { kind: 'total', count: 1 };
  yield { kind: 'item', item: markdownItem({ externalId: 'text', name: title }, withHeading(title, text)) };
  return { isComplete: true };
}

/** A text that a user types or pastes. It becomes one Markdown document. */
export const manualConnector: Connector = {
  type: 'MANUAL',
  title: 'Text',
  description: 'Type or paste a text, for what stands in no document yet.',
  help: [
    'Give the text a **title**: it is the name of the document and stands in citations.',
    'Type or paste the text. Markdown works: `# Heading`, `- list`, `**bold**`, tables.',
    'Change it later under **Import data**: the document is read anew, and the earlier text stays as a version.',
  ],
  connectionFields: [],
  settingsFields: [
    { name: 'title', label: 'Title', type: 'SHORT_TEXT', required: true, max: 150 },
    { name: 'text', label: 'Text', type: 'LONG_TEXT', required: true, max: 200_000 },
  ],
  test: async (_io, input) => {
    const { text } = parseSettings(Settings, input.settings);
    const words = text.split(/\s+/).filter((word) => word !== '').length;
    return words === 1 ? 'The text has one word.' : `The text has ${words} words.`;
  },
  read,
};
