/** An entity as a model read it out of one chunk. */
export interface ReadEntity {
  name: string;
  type: string;
  description: string;
  aliases: readonly string[];
}

/** A relation as a model read it out of one chunk; `weight` is 1 to 10. */
export interface ReadRelation {
  source: string;
  target: string;
  description: string;
  weight: number;
}

/** A chunk with what was read out of it. `start` is its offset in the document's text. */
export interface ReadChunk {
  chunkId: string;
  importId: string;
  text: string;
  start: number;
  entities: readonly ReadEntity[];
  relations: readonly ReadRelation[];
}

/** What a person said of names: MERGE says that all are one, SPLIT that no name of one group is one of the other. */
export interface NameEdit {
  kind: 'MERGE' | 'SPLIT';
  /** Atom keys; SPLIT has two groups. */
  groups: readonly (readonly string[])[];
}

/** Where something is named: offsets in the document's text. */
export interface Mention {
  chunkId: string;
  importId: string;
  start: number;
  end: number;
}

export interface GraphEntityNode {
  /** The same for the same names, whatever else is in the graph. */
  key: string;
  name: string;
  type: string;
  description: string;
  /** Every name it goes by with the atom it belongs to, the most used first. */
  names: { name: string; atom: string }[];
  mentions: Mention[];
  degree: number;
  community: number;
}

export interface GraphRelationEdge {
  key: string;
  source: string;
  target: string;
  description: string;
  weight: number;
  mentions: Mention[];
}

export interface Community {
  members: string[];
  title: string;
  summary: string;
}

export interface KnowledgeGraph {
  entities: GraphEntityNode[];
  relations: GraphRelationEdge[];
  communities: Community[];
}
