import { sources } from '@atelier/contracts';
import { defineRoutes } from '../../kernel/module.ts';

export const sourcesRoutes = defineRoutes(sources, {});
