import {
  IconBook2,
  IconFileText,
  IconInbox,
  IconMessage2,
  IconPrompt,
  IconRobot,
  IconRoute,
  type Icon as IconType,
  IconUsersGroup,
} from '@tabler/icons-react';

const icons: Record<string, IconType> = {
  APP: IconMessage2,
  AGENT: IconRobot,
  CREW: IconUsersGroup,
  WORKER: IconInbox,
  KNOWLEDGE_BASE: IconBook2,
  FLOW: IconRoute,
  PROMPT: IconPrompt,
  DOCUMENT: IconFileText,
};

/** The icon of a kind of things. It is decorative: the text beside it names the kind. */
export const KindIcon = ({ kind, size = 18 }: { kind: string; size?: number }) => {
  const Icon = icons[kind] ?? IconFileText;
  return <Icon size={size} aria-hidden="true" />;
};
