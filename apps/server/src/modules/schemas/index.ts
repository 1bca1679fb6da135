import { defineModule } from '../../kernel/module.ts';
import { schemasRoutes } from './routes.ts';

export const schemasModule = defineModule({ name: 'schemas', routes: [schemasRoutes] });
