import { schemas } from '@atelier/contracts';
import { defineRoutes } from '../../kernel/module.ts';

export const schemasRoutes = defineRoutes(schemas, {});
