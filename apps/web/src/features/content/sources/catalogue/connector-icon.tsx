import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import {
  IconApi,
  IconCalendar,
  IconDatabase,
  IconFileText,
  IconMail,
  IconPlug,
  IconTable,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react';

const icons: Partial<Record<ImportType, typeof IconPlug>> = {
  API: IconApi,
  WEBHOOK: IconWebhook,
  WEBSITE: IconWorld,
  MANUAL: IconFileText,
  DOCS: IconFileText,
  SHEETS: IconTable,
  GMAIL: IconMail,
  CALENDAR: IconCalendar,
  POSTGRESQL: IconDatabase,
  REDSHIFT: IconDatabase,
  MONGODB: IconDatabase,
  ELASTICSEARCH: IconDatabase,
};

/** The icon of a kind of source; its name is next to it. */
export const ConnectorIcon = ({ type }: { type: ImportType | null }) => {
  const Icon = (type === null ? undefined : icons[type]) ?? IconPlug;
  return <Icon size={20} stroke={1.5} aria-hidden="true" />;
};
