import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { hasText } from '@atelier/contracts/fields/find-text';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { OptionsCall, PieceTrigger, Polled } from '../../piece.ts';
import { pollingFields } from '../../polling.ts';
import { isOn, readTextField } from '../../values.ts';
import { inMailbox, mailboxField, readMailboxName } from './mailbox.ts';
import { attachmentsField, messageSample } from './mailbox-actions.ts';
import { headOfMessage, presentMessage } from './read-message.ts';

/** The most mails of one look; further ones come with the next, which follows at once. */
const mostMails = 20;

const contains = (text: string, part: string): boolean =>
  hasText(text.toLowerCase(), part.trim().toLowerCase());

const fits = ({ envelope }: FetchMessageObject, input: FieldValues): boolean => {
  const sender = envelope?.from?.[0];
  return (
    contains(`${sender?.name ?? ''} ${sender?.address ?? ''}`, readTextField(input, 'from')) &&
    contains(envelope?.subject ?? '', readTextField(input, 'subject'))
  );
};

/** The numbers of the mails from `next` on, the oldest first. */
const uidsFrom = async (client: ImapFlow, next: number): Promise<number[]> => {
  const found = await client.search({ uid: `${next}:*` }, { uid: true });
  // `*` is the newest mail, which is found even when its number is smaller.
  return (Array.isArray(found) ? found : []).filter((uid) => uid >= next).sort((a, b) => a - b);
};

const readNewMails = async (
  client: ImapFlow,
  {
    uids,
    call: { input, platform },
    uidValidity,
  }: { uids: number[]; call: OptionsCall; uidValidity: string },
): Promise<Polled['events']> => {
  if (uids.length === 0) return [];
  const heads = await client.fetchAll(uids, headOfMessage, { uid: true });
  const events: Polled['events'] = [];
  const files = isOn(input, 'withAttachments') ? platform.files : undefined;
  for (const head of heads.filter((it) => fits(it, input)).sort((a, b) => a.uid - b.uid))
    events.push({ id: `${uidValidity}/${head.uid}`, value: await presentMessage(client, head, files) });
  return events;
};

/** The number of the first mail that was not seen yet. A folder that was made anew begins anew. */
const readNextUid = (
  state: JsonValue,
  { uidValidity, uidNext }: { uidValidity: string; uidNext: number },
  all: boolean,
) => {
  const known = isObject(state) && state['uidValidity'] === uidValidity ? state['next'] : undefined;
  if (typeof known === 'number') return known;
  return state === null && all ? 1 : uidNext;
};

export const newMail: PieceTrigger = {
  kind: 'polling',
  name: 'new_mail',
  displayName: 'New mail',
  description: 'Looks into a folder regularly, and starts the flow for each mail that has arrived.',
  fields: [
    mailboxField,
    { name: 'from', label: 'Sender contains', type: 'SHORT_TEXT', max: 300 },
    { name: 'subject', label: 'Subject contains', type: 'SHORT_TEXT', max: 300 },
    attachmentsField,
    ...pollingFields,
  ],
  everyMinutes: 5,
  sample: messageSample,
  poll: (call, state) =>
    inMailbox(call, readMailboxName(call.input), async (client, box) => {
      const { uidValidity } = box;
      const next = readNextUid(state, box, isOn(call.input, 'includeExisting'));
      const uids = await uidsFrom(client, next);
      const taken = uids.slice(0, mostMails);
      const events = await readNewMails(client, { uids: taken, call, uidValidity });
      const last = taken.at(-1);
      const hasMore = uids.length > taken.length;
      return { events, hasMore, state: { uidValidity, next: last === undefined ? next : last + 1 } };
    }),
};
