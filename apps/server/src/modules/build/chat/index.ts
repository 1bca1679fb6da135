import { defineModule } from '../../../kernel/module/module.ts';
import { registerConversationCounter } from '../apps/index.ts';
import { historyRoutes } from './history/routes.ts';
import { openaiRoutes } from './openai-routes.ts';
import { chatRepository } from './repository.ts';
import { chatRoutes } from './routes.ts';

export type { ChatEvents } from './events.ts';
export { hasMemberAsked } from './service/has-member-asked.ts';

registerConversationCounter((tx, appIds) => chatRepository.countByApp(tx.db, appIds));

export const chatModule = defineModule({ name: 'chat', routes: [chatRoutes, historyRoutes, openaiRoutes] });
