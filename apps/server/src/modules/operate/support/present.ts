import type { SupportMessage, SupportQuestion } from '@atelier/contracts/operate/support/support';
import type { InboxEntry } from './repository.ts';
import type { MessageRow } from './tables.ts';

const shownBeginning = 200;

export const presentMessage = (row: MessageRow): SupportMessage => ({
  messageId: row.id,
  author: row.author,
  authorName: row.authorName,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
});

export const presentForStaff = (row: MessageRow) => ({
  ...presentMessage(row),
  screen: row.screen,
  appVersion: row.appVersion,
  sessionId: row.sessionId,
});

export const presentQuestion = (row: InboxEntry, last: MessageRow | undefined): SupportQuestion => ({
  questionId: row.id,
  state: row.state,
  companyName: row.companyName,
  user: { name: row.name, email: row.email },
  lastText: (last?.text ?? '').slice(0, shownBeginning),
  updatedAt: row.updatedAt.toISOString(),
});
