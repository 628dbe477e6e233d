import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the authorization server keeps: clients, sessions, interactions, grants and tokens. */
@Entity('oauth_records')
export class OauthRecordRow {
  @PrimaryColumn('text')
  model!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('jsonb')
  payload!: unknown;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('text', { nullable: true })
  uid!: string | null;

  @Column('uuid', { nullable: true })
  accountId!: string | null;

  @Column('text', { nullable: true })
  clientId!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  usedAt!: Date;

  @Column('timestamptz', { nullable: true })
  consumedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;
}

/** Registrations of the last hour, for the limit of a network. The table has no key of its own. */
@Entity('oauth_registrations')
export class OauthRegistrationRow {
  @PrimaryColumn('text')
  ip!: string;

  @PrimaryColumn('timestamptz')
  createdAt!: Date;
}
