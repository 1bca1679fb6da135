import { history } from '@atelier/contracts';
import { defineRoutes } from '../../../kernel/module.ts';

export const historyRoutes = defineRoutes(history, {});
