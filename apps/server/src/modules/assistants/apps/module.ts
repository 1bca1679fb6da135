import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { signInLook } from '../../account/app-users/index.ts';
import { knowledgeBaseUses } from '../../content/bases/declarations.ts';
import { appAnswerer } from './answerer-app.ts';
import { answererPoint } from './answerers.ts';
import { appEntity, visibleApps } from './app-entity.ts';
import { findSignInLook } from './look/service/set-image.ts';
import { appRepository } from './repository.ts';
import { appRoutes, lookRoutes, versionRoutes } from './routes.ts';

export const appsModule = defineModule({
  name: 'apps',
  routes: [appRoutes, lookRoutes, versionRoutes],
  extends: [
    extend(entityKinds, appEntity),
    extend(answererPoint, appAnswerer),
    extend(signInLook, findSignInLook),
    extend(knowledgeBaseUses, (tx, knowledgeBaseIds) =>
      appRepository.listUses(tx.db, knowledgeBaseIds, visibleApps(tx)),
    ),
  ],
  constraints: {
    apps_name_taken: 'apps.name_taken',
    app_knowledge_base_exists: 'apps.knowledge_base_not_found',
  },
});
