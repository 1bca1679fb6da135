import { graph } from '@atelier/contracts';
import { defineRoutes } from '../../kernel/module.ts';

export const graphRoutes = defineRoutes(graph, {});
