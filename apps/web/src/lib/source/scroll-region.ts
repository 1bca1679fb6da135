/** Attributes of an element with its own scroll bar, which keyboard users must be able to reach. */
export const scrollRegion = { role: 'region', tabIndex: 0 };
