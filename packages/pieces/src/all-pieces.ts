import type { Piece } from './piece.ts';
import { agents } from './pieces/agents/agents.ts';
import { ai } from './pieces/ai/ai.ts';
import { approval } from './pieces/approval/approval.ts';
import { chat } from './pieces/chat/chat.ts';
import { csv } from './pieces/csv/csv.ts';
import { dataMapper } from './pieces/data-mapper/data-mapper.ts';
import { date } from './pieces/date/date.ts';
import { delay } from './pieces/delay/delay.ts';
import { events } from './pieces/events/events.ts';
import { files } from './pieces/files/files.ts';
import { guardrails } from './pieces/guardrails/guardrails.ts';
import { http } from './pieces/http/http.ts';
import { input } from './pieces/input/input.ts';
import { json } from './pieces/json/json.ts';
import { knowledge } from './pieces/knowledge/knowledge.ts';
import { mail } from './pieces/mail/mail.ts';
import { manual } from './pieces/manual/manual.ts';
import { math } from './pieces/math/math.ts';
import { postgresql } from './pieces/postgresql/postgresql.ts';
import { schedule } from './pieces/schedule/schedule.ts';
import { storage } from './pieces/storage/storage.ts';
import { subFlow } from './pieces/sub-flow/sub-flow.ts';
import { text } from './pieces/text/text.ts';
import { utilities } from './pieces/utilities/utilities.ts';
import { webSearch } from './pieces/web-search/web-search.ts';
import { webhook } from './pieces/webhook/webhook.ts';
import { workers } from './pieces/workers/workers.ts';
import { xml } from './pieces/xml/xml.ts';

/** Every piece, in the order of the list in which users choose. */
export const allPieces: readonly Piece[] = [
  webhook,
  schedule,
  manual,
  chat,
  events,
  workers,
  input,
  utilities,
  delay,
  approval,
  subFlow,
  http,
  webSearch,
  mail,
  dataMapper,
  text,
  math,
  date,
  json,
  csv,
  xml,
  files,
  storage,
  postgresql,
  ai,
  guardrails,
  agents,
  knowledge,
];

/** Returns the piece with the name; undefined when there is none. */
export const findPiece = (name: string): Piece | undefined => allPieces.find((it) => it.name === name);
