import { documents } from '@atelier/contracts';
import { defineRoutes } from '../../../kernel/module.ts';

export const documentsRoutes = defineRoutes(documents, {});
