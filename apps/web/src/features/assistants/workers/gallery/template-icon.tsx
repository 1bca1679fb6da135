import {
  IconAlertTriangle,
  IconBook,
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconColumns,
  IconLanguage,
  IconMessage2,
  IconMessageCircle,
  IconMicrophone,
  IconPencil,
  IconReceipt,
  IconRoute,
  IconScale,
  IconShoppingCart,
  IconStack2,
  IconTable,
  IconTarget,
  IconTelescope,
  type Icon as IconType,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { createElement } from 'react';

const icons: Record<string, IconType> = {
  alert: IconAlertTriangle,
  book: IconBook,
  bubble: IconMessageCircle,
  calendar: IconCalendar,
  cart: IconShoppingCart,
  chart: IconChartBar,
  checklist: IconChecklist,
  columns: IconColumns,
  language: IconLanguage,
  message: IconMessage2,
  microphone: IconMicrophone,
  pencil: IconPencil,
  receipt: IconReceipt,
  route: IconRoute,
  scale: IconScale,
  table: IconTable,
  target: IconTarget,
  telescope: IconTelescope,
  user: IconUser,
  wallet: IconWallet,
};

/** The icon that a template names. */
export const TemplateIcon = ({ name }: { name: string }) => {
  const draw = icons[name] ?? IconStack2;
  return createElement(draw, { size: 22, stroke: 1.6, 'aria-hidden': true });
};
