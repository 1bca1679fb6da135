import { type RecordsOrder, type RecordsRead, readRecords } from '@atelier/connectors/read-records';
import { defineComputation } from '../../../kernel/compute/computation.ts';
import { type MessageOrder, type MessageRead, readMessage } from './read-message.ts';

/** Parses texts that other programs send or reply with, up to 20 MB. A million values take about a second. */
export const records = defineComputation({
  name: 'sources.records',
  deadlineMs: 30_000,
  isSmall: ({ text }: RecordsOrder) => text.length <= 20_000,
  compute: (order: RecordsOrder): RecordsRead => readRecords(order),
});

/** Reads the documents in a message to an inbound address, up to 25 MB. */
export const message = defineComputation({
  name: 'sources.message',
  deadlineMs: 30_000,
  isOfFlows: true,
  compute: (order: MessageOrder): Promise<MessageRead> => readMessage(order),
});
