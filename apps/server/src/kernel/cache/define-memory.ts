import { LRUCache } from 'lru-cache';
import { defineService, type ServiceDefinition } from '../services/services.ts';
import type { Memory } from './remembered.ts';

/**
 * Declares what a process may remember of a tenant: values that are read often and change seldom. Every table that a value is read from
 * needs `atelier.revise_with('…', 'tenant_id', …)` in a migration, for all columns that the value depends on.
 *
 * ```ts
 * const appMemory = defineMemory<App>({ name: 'chat.apps', most: 1000 });
 * const app = await tx.remember(appMemory, appId, () => appRepository.get(tx.db, appId));
 * ```
 */
export const defineMemory = <T>({
  name,
  most,
}: {
  name: string;
  most: number;
}): ServiceDefinition<Memory<T>> =>
  defineService({ name: `memory ${name}`, create: () => new LRUCache({ max: most }) });
