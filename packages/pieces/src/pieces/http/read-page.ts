import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { ActionCall, OutwardAction } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { textOfPage } from '../../text-of-page.ts';
import { readNumberField, readTextField, showValue } from '../../values.ts';
import { sendRequest } from './send-request.ts';

const mostCharacters = 100_000;

const parsePageTitle = (page: string): string => {
  const lower = page.toLowerCase();
  const start = lower.indexOf('<title');
  const from = start === -1 ? -1 : lower.indexOf('>', start);
  const end = from === -1 ? -1 : lower.indexOf('</title', from);
  return end === -1 ? '' : textOfPage(page.slice(from + 1, end)).slice(0, 500);
};

const readPage = async (call: ActionCall): Promise<JsonValue> => {
  const { input } = call;
  const url = readTextField(input, 'url').trim();
  const asked = { url, method: 'GET', failOnError: true, followRedirects: true, timeoutSeconds: 30 };
  const answer = await sendRequest({ ...call, input: asked });
  const { headers, body } = answer as { headers: Record<string, string>; body: JsonValue };
  const type = headers['content-type'] ?? '';
  if (type !== '' && !/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|xhtml))/i.test(type))
    return refuse(`There is no page at this address, but ${type.split(';')[0] ?? 'something else'}.`);
  const page = showValue(body);
  const isMarkup = /html|xml/i.test(type);
  const text = isMarkup ? textOfPage(page) : page;
  const from = readNumberField(input, 'from') ?? 0;
  const limit = readNumberField(input, 'maxCharacters') ?? 20_000;
  return {
    ...{ url, title: isMarkup ? parsePageTitle(page) : '', text: text.slice(from, from + limit) },
    ...{ characters: text.length, isComplete: from + limit >= text.length },
  };
};

export const readPageAction: OutwardAction = {
  kind: 'outward',
  // It only reads.
  repeat: 'with-key',
  name: 'read_page',
  displayName: 'Read a page',
  description: 'Fetches a page of the web and returns what can be read on it as text.',
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      isAddress: true,
      required: true,
      max: 16_000,
      placeholder: 'https://example.com/news',
    },
    {
      name: 'maxCharacters',
      label: 'Most characters',
      type: 'NUMBER',
      min: 100,
      max: mostCharacters,
      default: 20_000,
    },
    {
      name: 'from',
      label: 'Characters to skip',
      type: 'NUMBER',
      min: 0,
      max: 10_000_000,
      default: 0,
      description: 'For the next part of a page that was not complete.',
    },
  ],
  sample: { url: 'https://example.com', title: 'Example', text: 'A page.', characters: 7, isComplete: true },
  run: readPage,
};
