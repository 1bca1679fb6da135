import { indexVersions } from '@atelier/contracts';
import { defineRoutes } from '../../../kernel/module.ts';

export const indexVersionsRoutes = defineRoutes(indexVersions, {});
