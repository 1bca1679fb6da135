import { audit } from '@atelier/contracts/operate/audit';
import type { z } from 'zod';
import { usePages, useRead } from '../../../lib/query.ts';
import { buildRequestPath } from '../../../lib/server/api.ts';

const { endpoints } = audit;

export type AuditFilters = Omit<z.input<typeof endpoints.export.query>, 'format' | 'tenantId'>;

export const useAudit = (query: AuditFilters) => usePages(endpoints.list, { query: { ...query, limit: 50 } });
export const useAuditChoices = () => useRead(endpoints.choices, {});

/** Returns the address of the log as a file, filtered like the list. */
export const exportAddress = (filters: AuditFilters, format: 'csv' | 'jsonl'): string =>
  buildRequestPath(endpoints.export, { query: { ...filters, format } });
