/** What a database reports of its own state. */
export interface DatabaseFigures {
  /** To this database, of all nodes and programs. */
  connections: number;
  sizeBytes: number;
  /** 0: there is no other open transaction. */
  oldestTransactionSeconds: number;
  /** Of the slowest replica; null: there is none, or none is behind. */
  replicationLagSeconds: number | null;
}
