import { z } from 'zod';

const Stored = z.array(z.object({ recordId: z.string(), name: z.string() }));
export type OwnRecord = z.infer<typeof Stored>[number];

const storageKeyFor = (workerId: string): string => `atelier.records.${workerId}`;
const mostKept = 50;

/** Returns the records of a visitor in this tab, the newest first. Their ids are the permission to read them, so they end with the tab. */
export const readOwnRecords = (workerId: string): OwnRecord[] => {
  try {
    return Stored.parse(JSON.parse(sessionStorage.getItem(storageKeyFor(workerId)) ?? '[]'));
  } catch {
    return [];
  }
};

export const addOwnRecords = (workerId: string, records: readonly OwnRecord[]): OwnRecord[] => {
  const all = [...records, ...readOwnRecords(workerId)].slice(0, mostKept);
  try {
    sessionStorage.setItem(storageKeyFor(workerId), JSON.stringify(all));
  } catch {
    // Without storage the records are shown until the page is left.
  }
  return all;
};
