import { retrieval } from '@atelier/contracts';
import { defineRoutes } from '../../../kernel/module.ts';

export const retrievalRoutes = defineRoutes(retrieval, {});
