import { createHash, randomUUID } from 'node:crypto';
import { isObject, type JsonValue, valueAt } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { findValue } from '../../find-value.ts';
import { type OptionsCall, PieceError, type PieceTrigger } from '../../piece.ts';
import { pollingFields } from '../../polling.ts';
import { textOfPage } from '../../text-of-page.ts';
import { readTextField, showValue } from '../../values.ts';
import { sendRequest } from './send-request.ts';

const addressFields: readonly Field[] = [
  {
    name: 'url',
    label: 'Address',
    type: 'SHORT_TEXT',
    isAddress: true,
    required: true,
    max: 16_000,
    placeholder: 'https://api.example.com/orders',
  },
  { name: 'headers', label: 'Headers', type: 'OBJECT' },
];

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Reads the body behind the address. */
const readAddress = async (call: OptionsCall): Promise<JsonValue> => {
  const asked: FieldValues = {
    url: readTextField(call.input, 'url'),
    headers: valueAt(call.input, 'headers') ?? {},
    method: 'GET',
    failOnError: true,
    followRedirects: true,
    timeoutSeconds: 60,
  };
  const answer = await sendRequest({ ...call, input: asked, key: randomUUID() });
  return isObject(answer) ? (answer['body'] ?? null) : null;
};

const unexpected = (message: string): never => {
  throw new PieceError('pieces.unexpected_answer', message);
};

const readItemId = (item: JsonValue, path: string): string => {
  if (path === '') return digest(JSON.stringify(item));
  const id = findValue(item, path);
  if (id === undefined || id === null)
    return unexpected(`An entry of the list has no value at “${path}”. Please correct the path of its id.`);
  return showValue(id);
};

export const newItems: PieceTrigger = {
  kind: 'polling',
  name: 'new_items',
  displayName: 'New entry in a list',
  description:
    'Reads a list in JSON regularly, and starts the flow for each entry that was not there before.',
  fields: [
    ...addressFields,
    {
      name: 'itemsPath',
      label: 'Path of the list',
      type: 'SHORT_TEXT',
      max: 200,
      placeholder: 'data.orders',
      description: 'Leave this empty when the answer is the list itself.',
    },
    {
      name: 'idPath',
      label: 'Path of the id of an entry',
      type: 'SHORT_TEXT',
      max: 200,
      default: 'id',
      description: 'Leave this empty to count an entry as new whenever anything in it is different.',
    },
    ...pollingFields,
  ],
  everyMinutes: 5,
  sample: { id: 17, name: 'Ann' },
  poll: async (call) => {
    const path = readTextField(call.input, 'itemsPath').trim();
    const list = findValue(await readAddress(call), path);
    if (!Array.isArray(list))
      return unexpected(
        path === ''
          ? 'The answer is not a list in JSON. Please enter the path of the list in it.'
          : `There is no list at “${path}” of the answer. Please correct the path.`,
      );
    const idPath = readTextField(call.input, 'idPath').trim();
    return { events: list.map((item) => ({ id: readItemId(item, idPath), value: item })), state: null };
  },
};

/** The most characters of a page that the flow gets. */
const mostText = 20_000;

export const pageChanged: PieceTrigger = {
  kind: 'polling',
  name: 'page_changed',
  displayName: 'Change of a page',
  description: 'Reads a page regularly, and starts the flow when its text is different.',
  fields: [...addressFields, ...pollingFields],
  everyMinutes: 5,
  sample: {
    url: 'https://example.com/prices',
    text: 'The plan costs 20 euros.',
    before: 'The plan costs 19 euros.',
  },
  poll: async (call, state) => {
    const url = readTextField(call.input, 'url');
    const text = textOfPage(showValue(await readAddress(call)));
    const known = isObject(state) ? state : {};
    const hash = digest(text);
    const changes = typeof known['changes'] === 'number' ? known['changes'] : 0;
    if (known['hash'] === hash) return { events: [], state };
    const shown = text.slice(0, mostText);
    const value = { url, text: shown, before: readTextField(known, 'text') };
    // A page may return to an earlier text, which is a change as well.
    return {
      events: [{ id: `${changes} ${hash}`, value }],
      state: { hash, changes: changes + 1, text: shown },
    };
  },
};
