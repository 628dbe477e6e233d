import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of this installation; one row. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean') single!: boolean;
  @Column('text', { nullable: true }) address_key!: string | null;
}
