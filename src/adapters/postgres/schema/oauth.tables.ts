import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OAuthPayload } from '../../../core/oauth/ports.js';

/** What the authorization server keeps: clients, sessions, interactions, grants and tokens. */
@Entity('oauth_records')
export class OauthRecordRow {
  @PrimaryColumn('text') model!: string;
  @PrimaryColumn('text') id!: string;
  @Column('jsonb') payload!: OAuthPayload;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('text', { nullable: true }) uid!: string | null;
  @Column('uuid', { nullable: true }) account_id!: string | null;
  @Column('text', { nullable: true }) client_id!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') used_at!: Date;
  @Column('timestamptz', { nullable: true }) consumed_at!: Date | null;
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
}
