import { ConnectionService } from '@atelier/contracts/content/connections/connections';

const names: Record<ConnectionService, string> = {
  VECTOR_STORE: 'Vector stores',
  DATABASE: 'Databases',
  WEB: 'Services',
};

export const serviceChoices = ConnectionService.options.map((value) => ({ value, label: names[value] }));

/** Returns the service that a word of the address names; undefined for any other word. */
export const serviceIn = (word: string): ConnectionService | undefined =>
  ConnectionService.safeParse(word).data;
