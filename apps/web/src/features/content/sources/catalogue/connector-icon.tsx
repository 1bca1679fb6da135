import {
  type ImportIcon,
  type ImportType,
  importKinds,
} from '@atelier/contracts/content/bases/import-shapes';
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

const icons: Readonly<Record<ImportIcon, typeof IconPlug>> = {
  API: IconApi,
  CALENDAR: IconCalendar,
  DATABASE: IconDatabase,
  MAIL: IconMail,
  TABLE: IconTable,
  TEXT: IconFileText,
  WEBHOOK: IconWebhook,
  WEB: IconWorld,
};

/** The icon of a kind of source; its name is next to it. */
export const ConnectorIcon = ({ type }: { type: ImportType | null }) => {
  const icon = type === null ? undefined : importKinds[type].icon;
  const Icon = icon === undefined ? IconPlug : icons[icon];
  return <Icon size={20} stroke={1.5} aria-hidden="true" />;
};
