import { connections } from '@atelier/contracts';
import { defineRoutes } from '../../kernel/module.ts';

export const connectionsRoutes = defineRoutes(connections, {});
