/** An entity as a model extracted it from one chunk. */
export interface ReadEntity {
  name: string;
  type: string;
  description: string;
  aliases: readonly string[];
}

/** A relation as a model extracted it from one chunk; `weight` is 1 to 10. */
export interface ReadRelation {
  source: string;
  target: string;
  description: string;
  weight: number;
}

/** A chunk with the entities and relations extracted from it. `start` is its offset in the document's text. */
export interface ReadChunk {
  chunkId: string;
  importId: string;
  text: string;
  start: number;
  entities: readonly ReadEntity[];
  relations: readonly ReadRelation[];
}

/** A manual correction. MERGE: all names mean one entity. SPLIT: no name of one group means the same as one of the other group. */
export interface NameEdit {
  kind: 'MERGE' | 'SPLIT';
  /** Groups of atom keys; SPLIT has two groups. */
  groups: readonly (readonly string[])[];
}

/** The span at which an entity is mentioned, as offsets in the document's text. */
export interface Mention {
  chunkId: string;
  importId: string;
  start: number;
  end: number;
}

export interface GraphEntityNode {
  /** A stable key that depends only on the entity's names, not on the rest of the graph. */
  key: string;
  name: string;
  type: string;
  description: string;
  /** All names of the entity with the atom that each belongs to, the most frequent first. */
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
