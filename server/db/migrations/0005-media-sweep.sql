-- Whether a picture is still shown is asked before its files go, and unpublished uploads are looked for by age.
create index profiles_picture on profiles (picture_url) where picture_url is not null;
create index media_age on media (created_at);
