/** True for the id of a crew, in contrast to that of an agent. */
export const isCrewId = (id: string): boolean => id.startsWith('crw_');
