import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';

/** An app as the server shows it. */
export const appReply = {
  ...AppSettings.parse({ name: 'Help desk', access: 'PRIVATE' }),
  configuration: 'AUTO' as const,
  answerer: null,
  botIcon: null,
  botLogo: null,
  revision: 1,
  appId: 'app_1',
  tenantId: 'ten_1',
  state: 'READY' as const,
  active: true,
  knowledgeBases: [],
  shareUrl: '/chat/app_1?tenantId=ten_1',
  conversations: 0,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canUpdate: true, canRemove: true },
};
