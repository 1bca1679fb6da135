import { ConnectionService } from '@atelier/contracts/content/connections/connections';

const names: Record<ConnectionService, string> = {
  VECTOR_STORE: 'Vector stores',
  DATABASE: 'Databases',
  WEB: 'Services',
};

export const serviceChoices = ConnectionService.options.map((value) => ({ value, label: names[value] }));

/** A word of the address as a service; undefined for every other word. */
export const serviceIn = (word: string): ConnectionService | undefined =>
  ConnectionService.safeParse(word).data;
