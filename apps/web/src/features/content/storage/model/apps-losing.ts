import type { StorageItem } from '@atelier/contracts/content/storage';

export interface Loss {
  appId: string;
  app: string;
  items: string[];
}

/** Returns the apps that lose some of these items, with the items in their order. */
export const appsLosing = (items: readonly StorageItem[]): Loss[] => {
  const losses = new Map<string, Loss>();
  for (const { name, usedBy } of items) {
    for (const { appId, name: app } of usedBy) {
      const loss = losses.get(appId) ?? { appId, app, items: [] };
      loss.items.push(name);
      losses.set(appId, loss);
    }
  }
  return [...losses.values()];
};

const mostNamed = 3;

/** Joins names: "a.txt, b.txt, c.txt and 4 more". */
export const joinFirstNames = (items: readonly string[]): string => {
  const rest = items.length - mostNamed;
  const named = items.slice(0, mostNamed).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
};
