"""MS-AMR annotations in XML."""
